export { default } from '../../itself';
