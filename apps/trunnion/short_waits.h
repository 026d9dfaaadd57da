#pragma once
// How long threads of the OpenMP runtime wait for each other before they go to sleep. Its default, 300 000 turns, is a
// millisecond or more; where another program holds the core that the other thread needs, a run on two threads takes
// many times as long as on one. A hundredth of that is enough for loops that end together.

namespace trunnion::app {

/// The runtime reads its settings when it is loaded, so the program starts itself anew with them. Settings of the user
/// stay.
void wait_briefly(char** arguments);

}  // namespace trunnion::app
