#pragma once
// math/freed_memory.h -- what becomes of memory that is given back.
// Blocks of vectors come and go thousands of times. By default the C library returns each of them to the system, which
// hands out, and has to clear, new pages for the next: an eighth of the CPU time of a reduction at 80 000 nodes.

namespace trunnion {

/// Blocks up to some hundred megabytes are kept for the next of their kind; larger ones (factors, bases) go back as
/// before, so that peaks stay where they were. Programs call it first thing.
void keep_freed_memory();

}  // namespace trunnion
