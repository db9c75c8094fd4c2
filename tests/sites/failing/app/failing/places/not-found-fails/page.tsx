export { default } from '../nested/deeper/page';
