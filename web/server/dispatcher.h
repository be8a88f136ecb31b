// From a parsed request to an answer: the gate, then the API, an asset or a page.
#pragma once

#include <functional>
#include <string_view>

#include <httplib.h>

#include "web/server/assets.h"
#include "web/server/gate.h"
#include "web/server/store_pool.h"

namespace web {

class Dispatcher {
 public:
  Dispatcher(Gate gate, std::string store_url) : gate_(std::move(gate)), stores_(std::move(store_url)) {}

  // Fills in the whole answer. Throws only what is a defect of this program. From any thread.
  void respond(const httplib::Request& request, httplib::Response& response);

 private:
  void respond_with_data(const httplib::Request& request, httplib::Response& response);
  void respond_with_page(const httplib::Request& request, httplib::Response& response);

  const Gate gate_;
  const Assets assets_;
  StorePool stores_;
};

// Makes `response` a problem document.
void refuse(const httplib::Request& request, httplib::Response& response, int status, std::string_view detail);

}  // namespace web
