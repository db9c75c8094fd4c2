export { report } from './shared/report.js';
