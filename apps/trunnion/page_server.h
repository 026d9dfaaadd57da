#pragma once
// apps/trunnion/page_server.h -- one page for a browser on this machine: loopback only, GET only, three addresses.
//   /         a frame around the page that loads it anew when it has changed
//   /page     the page itself, as it would lie on disk
//   /version  a text that changes with the page
// Requests that name another host (as a page from elsewhere would make the browser do), other methods and all other
// paths are refused.

#include <cstdint>
#include <functional>
#include <string>

namespace trunnion::app {

/// What is shown: `version` is cheap and asked often, `page` only when it changed. Both may throw; the sentence is
/// shown instead.
struct ShownPage {
  std::function<std::string()> version, page;
};

class PageServer {
 public:
  /// port 0: any that is free. Throws InputError when it is taken.
  PageServer(ShownPage shown, std::uint16_t port);
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;
  ~PageServer();
  std::string address() const;  ///< "http://127.0.0.1:40123/"

  /// Answers requests until `stop` says so; asked several times a second.
  void serve(const std::function<bool()>& stop);

 private:
  void answer(int connection);
  std::string response(const std::string& request);

  ShownPage shown_;
  int socket_ = -1;
  std::uint16_t port_ = 0;
  std::string kept_version_, kept_page_;
};

}  // namespace trunnion::app
