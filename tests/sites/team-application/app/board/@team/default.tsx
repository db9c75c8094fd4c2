export { default } from '../../../parts/nothing';
