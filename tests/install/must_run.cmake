# must_run(command...): a command that fails ends the test with what it printed.
function(must_run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(status)
    message(FATAL_ERROR "${ARGV}\n${out}")
  endif()
endfunction()
