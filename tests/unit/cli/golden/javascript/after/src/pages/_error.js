export { ErrorPage as default } from 'candor/pages'
