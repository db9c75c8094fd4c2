export { register } from 'candor/policy';
