export { default } from '../loading/loading';
