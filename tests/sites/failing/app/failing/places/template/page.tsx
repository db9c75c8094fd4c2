export { default } from '../itself';
