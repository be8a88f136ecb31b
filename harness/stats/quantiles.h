// Distributions and quantiles, from Boost.Math: no table of this project is written by hand.
// All take probabilities in (0, 1) and are pure; Boost's headers stay inside quantiles.cc.
#pragma once

#include "harness/model/comparison.h"

namespace harness::stats {

double normal_cdf(double z);
double normal_quantile(double probability);

// `degrees` of freedom > 0.
double student_t_quantile(double probability, double degrees);

// Of the ratio of two mean squares.
double fisher_f_quantile(double probability, double numerator_degrees, double denominator_degrees);

// P(Bin(trials, probability) <= successes); 0 for successes < 0, 1 for successes >= trials.
double binomial_cdf(int successes, int trials, double probability);

// Exact (Clopper-Pearson) interval of a proportion, coverage at least 1 - level: what a rate of false alarms may be.
Interval proportion_interval(int successes, int trials, double level);

}  // namespace harness::stats
