#include "harness/stats/quantiles.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace harness::stats {

double normal_cdf(double z) { return boost::math::cdf(boost::math::normal(), z); }

double normal_quantile(double probability) { return boost::math::quantile(boost::math::normal(), probability); }

double student_t_quantile(double probability, double degrees) {
  return boost::math::quantile(boost::math::students_t(degrees), probability);
}

double fisher_f_quantile(double probability, double numerator_degrees, double denominator_degrees) {
  return boost::math::quantile(boost::math::fisher_f(numerator_degrees, denominator_degrees), probability);
}

double binomial_cdf(int successes, int trials, double probability) {
  if (successes < 0) return 0;
  if (successes >= trials) return 1;
  return boost::math::cdf(boost::math::binomial(trials, probability), successes);
}

Interval proportion_interval(int successes, int trials, double level) {
  if (trials <= 0) return {0, 1};
  using Binomial = boost::math::binomial;
  return {Binomial::find_lower_bound_on_p(trials, successes, level / 2),
          Binomial::find_upper_bound_on_p(trials, successes, level / 2)};
}

}  // namespace harness::stats
