// How bytes leave: with the encoding the client takes, with an ETag, and without the library's own compression, which
// would run Brotli at its slowest setting for every answer.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <httplib.h>

namespace web {

// One representation twice. `gzip` is empty where that would not pay.
struct Content {
  std::string_view type;
  std::string_view identity;
  std::string_view gzip;
  std::string tag;                             // changes whenever the bytes do
  std::shared_ptr<const void> keeps_alive = {};  // what the views point into; empty for the program's own data
};

// Answers 200, or 304 if the client says it has these bytes. `response.status` may be set before for a 404 page.
void send(const httplib::Request& request, httplib::Response& response, const Content& content);

// A document made for this one request, compressed here above 8 KiB.
void send_document(const httplib::Request& request, httplib::Response& response, int status, std::string_view type,
                   std::string body);

// Whether an Accept-Encoding field allows gzip; "gzip;q=0" does not.
bool accepts_gzip(std::string_view accept_encoding);

// 16 hexadecimal digits; the same bytes have the same tag in every process.
std::string tag_of(std::string_view bytes);

std::string gzipped(std::string_view bytes);

}  // namespace web
