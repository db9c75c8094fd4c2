export { LastResortDocument as default } from 'candor/dist/screens/last-resort-document';
