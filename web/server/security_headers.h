// What every answer says about itself, whoever writes it.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace web {

// Only what the program itself carries may run, be loaded or be asked; nothing inline; no framing; and a text that is
// turned into markup by script is refused by the browser.
inline constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

inline constexpr std::pair<std::string_view, std::string_view> kSecurityHeaders[] = {
    {"Content-Security-Policy", kContentSecurityPolicy},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Accept-Ranges", "none"},
};

// A whole HTTP answer, with a problem document, for a request that was never parsed. It closes the connection.
std::string unparsed_refusal(int status, std::string_view detail);

}  // namespace web
