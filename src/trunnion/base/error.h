#pragma once
// base/error.h -- what users did wrong (InputError), what could not be solved (SolveError), and Ctrl-C (Cancelled).
// A message says who, what was read, what is allowed, what to do. Our own mistakes are asserts, not exceptions.

#include <stdexcept>
#include <string>

namespace trunnion {

/// Where in a user's file something stands; line and column count from 1, 0 = unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
  std::string text() const;  ///< "bracket.inp:12:3", as far as known
};

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bad input: the message alone must let the user mend it.
class InputError : public Error {
 public:
  explicit InputError(const std::string& message) : Error(message) {}
  InputError(SourceLocation where, const std::string& message);  ///< "file:line:column: message"
  const SourceLocation& where() const { return where_; }

 private:
  SourceLocation where_;
};

/// The input was sound but the computation found no answer: which element, which quantity, what to try.
class SolveError : public Error {
 public:
  using Error::Error;
};

/// The user asked to stop; results so far are kept by whoever catches this.
class Cancelled : public Error {
 public:
  Cancelled() : Error("stopped on request; results so far are kept") {}
};

}  // namespace trunnion
