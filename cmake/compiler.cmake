# Warnings are errors; ccache when there; sanitizers on request.
find_program(CCACHE ccache)
if(CCACHE)
  # The settings let ccache work together with a precompiled header.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
               ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
endif()

# x86-64-v3 (AVX2, FMA) is what every machine of the last ten years has; portable builds can turn it off.
option(TRUNNION_PORTABLE "Build for any x86-64, without AVX2" OFF)

add_library(trunnion_options INTERFACE)
target_compile_options(trunnion_options INTERFACE -Wall -Wextra -Wpedantic -Werror -Wshadow -Wnon-virtual-dtor
                       -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT TRUNNION_PORTABLE)
  add_compile_options(-march=x86-64-v3)
endif()
if(TRUNNION_SANITIZE)
  add_compile_options(-fsanitize=${TRUNNION_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TRUNNION_SANITIZE})
endif()
