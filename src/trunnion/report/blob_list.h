#pragma once
// report/blob_list.h -- the arrays a page carries, in base64. Equal ones (the instants of many curves, the surfaces of
// two like bodies) are kept once.

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace trunnion {

class BlobList {
 public:
  /// Place of the array: the page's JSON names it by that.
  std::size_t add(std::string data) {
    const auto [known, fresh] = places_.try_emplace(std::hash<std::string>{}(data), list_.size());
    if (!fresh && list_[known->second] == data) return known->second;
    list_.push_back(std::move(data));
    return list_.size() - 1;
  }
  std::size_t size() const { return list_.size(); }
  const std::string& operator[](std::size_t k) const { return list_[k]; }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

 private:
  std::vector<std::string> list_;
  std::unordered_map<std::size_t, std::size_t> places_;  ///< by hash
};

}  // namespace trunnion
