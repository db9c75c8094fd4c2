export { PagesRouterApp as default } from '../candor/src/screens/pages-router-app';
