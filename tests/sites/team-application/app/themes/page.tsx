export { default } from '../fails/page';
