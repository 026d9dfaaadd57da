int main() { return 0; }  // exists so that all test programs share one precompiled header
