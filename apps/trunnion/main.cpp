#include <fmt/core.h>

int main() {
  fmt::print("trunnion\n");
  return 0;
}
