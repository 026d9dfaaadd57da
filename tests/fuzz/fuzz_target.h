#pragma once
// fuzz/fuzz_target.h -- what a fuzz target provides. Works with libFuzzer, and with the driver here where there is
// none.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Reads the bytes; an InputError is a good answer, anything else that is thrown, or a crash, is a bug.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Sound inputs to start from.
std::vector<std::string> fuzz_seeds();
