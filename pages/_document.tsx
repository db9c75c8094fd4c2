export { LastResortDocument as default } from '../candor/screens/last-resort-document';
