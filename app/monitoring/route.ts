export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from '../../candor/src/server/monitoring';
