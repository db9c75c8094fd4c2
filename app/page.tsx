export { Home as default } from './_home/home';
