export { PagesRouterApp as default } from '../candor/screens/pages-router-app';
