export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from '../../candor/server/monitoring';
