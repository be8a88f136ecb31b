export { Chart } from "chart.js";
