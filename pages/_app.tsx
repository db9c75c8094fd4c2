export { PagesRouterApp as default } from 'candor/dist/screens/pages-router-app';
