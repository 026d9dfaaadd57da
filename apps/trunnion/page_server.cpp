#include "page_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "trunnion/base/error.h"

namespace trunnion::app {
namespace {

constexpr std::size_t kLongestRequest = 16'384;
constexpr int kPatience = 2000;  // ms that a slow reader may take

// The page in the frame keeps its own strict policy; the frame around it may ask this server for the version, nothing
// else. The script's text is fixed, so no nonce is needed.
constexpr const char* frame_page =
    R"(<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Trunnion</title>
<style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}body{overflow:hidden}</style></head>
<body><iframe id="page" title="Report" src="/page"></iframe><script>
const frame = document.getElementById('page');
let shown = null;
async function look() {
  try {
    const answer = await fetch('/version', { cache: 'no-store' });
    const version = await answer.text();
    if (answer.ok && shown !== null && version !== shown) frame.contentWindow.location.reload();
    if (answer.ok) shown = version;
  } catch { /* the server has ended; the page stays as it is */ }
  setTimeout(look, 1000);
}
frame.addEventListener('load', () => { document.title = frame.contentDocument?.title || 'Trunnion'; });
look();
</script></body></html>
)";

std::string http(const char* status, const std::string& type, const std::string& content, const char* policy = "") {
  return fmt::format(
      "HTTP/1.1 {}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
      "{}Connection: close\r\n\r\n{}",
      status, type, content.size(), policy, content);
}

std::string refusal(const char* status, const std::string& why) { return http(status, "text/plain", why + "\n"); }

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

/// The value of a header, its name in any case; empty: it is not there.
std::string header(const std::string& request, const std::string& name) {
  for (std::size_t begin = request.find("\r\n"); begin != std::string::npos; begin = request.find("\r\n", begin + 2)) {
    const std::size_t line = begin + 2, end = request.find("\r\n", line);
    if (end == std::string::npos || request.size() < line + name.size() + 1) break;
    const bool same = request[line + name.size()] == ':' &&
                      std::equal(name.begin(), name.end(), request.begin() + static_cast<std::ptrdiff_t>(line),
                                 [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
    if (!same) continue;
    const std::size_t from = request.find_first_not_of(' ', line + name.size() + 1);
    return from < end ? request.substr(from, end - from) : "";
  }
  return "";
}

std::string receive(int connection) {
  std::string request;
  char buffer[4096];
  while (request.find("\r\n\r\n") == std::string::npos && request.size() < kLongestRequest) {
    pollfd ready{connection, POLLIN, 0};
    if (poll(&ready, 1, kPatience) <= 0) return "";
    const ssize_t count = recv(connection, buffer, sizeof buffer, 0);
    if (count <= 0) return "";
    request.append(buffer, static_cast<std::size_t>(count));
  }
  return request.size() < kLongestRequest ? request : "";
}

void send_all(int connection, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    pollfd ready{connection, POLLOUT, 0};
    if (poll(&ready, 1, kPatience) <= 0) return;
    const ssize_t count = send(connection, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

}  // namespace

PageServer::PageServer(ShownPage shown, std::uint16_t port) : shown_(std::move(shown)) {
  socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int again = 1;
  setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  at.sin_port = htons(port);
  socklen_t size = sizeof at;
  auto* address = reinterpret_cast<sockaddr*>(&at);
  if (socket_ < 0 || bind(socket_, address, size) < 0 || listen(socket_, 16) < 0 ||
      getsockname(socket_, address, &size) < 0) {
    const std::string why = std::strerror(errno);
    if (socket_ >= 0) close(socket_);
    throw InputError(fmt::format("view: port {} cannot be used ({}); give another with --port", port, why));
  }
  port_ = ntohs(at.sin_port);
}

PageServer::~PageServer() { close(socket_); }

std::string PageServer::address() const { return fmt::format("http://127.0.0.1:{}/", port_); }

void PageServer::serve(const std::function<bool()>& stop) {
  while (!stop()) {
    pollfd ready{socket_, POLLIN, 0};
    if (poll(&ready, 1, 200) <= 0) continue;
    const int connection = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    answer(connection);
    close(connection);
  }
}

void PageServer::answer(int connection) {
  const std::string request = receive(connection);
  if (!request.empty()) send_all(connection, response(request));
}

std::string PageServer::response(const std::string& request) {
  const std::string host = header(request, "host");
  if (host != fmt::format("127.0.0.1:{}", port_) && host != fmt::format("localhost:{}", port_))
    return refusal("403 Forbidden", "This server answers for 127.0.0.1 only.");
  const std::size_t space = request.find(' ');
  if (request.substr(0, space) != "GET") return refusal("405 Method Not Allowed", "Only GET is answered.");
  const std::string path = request.substr(space + 1, request.find(' ', space + 1) - space - 1);
  try {
    if (path == "/")
      return http(
          "200 OK", "text/html", frame_page,
          "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
          "frame-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n");
    if (path != "/version" && path != "/page") return refusal("404 Not Found", "There is only one page: /");
    const std::string version = shown_.version();
    if (path == "/version") return http("200 OK", "text/plain", version);
    if (version != kept_version_ || kept_page_.empty()) kept_page_ = shown_.page();
    kept_version_ = version;
    return http("200 OK", "text/html", kept_page_, "Content-Security-Policy: frame-ancestors 'self'\r\n");
  } catch (const std::exception& problem) {
    kept_page_.clear();
    return http("200 OK", "text/html",
                fmt::format("<!DOCTYPE html><meta charset=\"utf-8\"><title>Trunnion</title><pre>{}</pre>",
                            escaped(problem.what())),
                "Content-Security-Policy: default-src 'none'; frame-ancestors 'self'\r\n");
  }
}

}  // namespace trunnion::app
