export { LastResortDocument as default } from '../candor/src/screens/last-resort-document';
