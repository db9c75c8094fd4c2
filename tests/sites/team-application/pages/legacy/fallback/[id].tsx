export { default, getStaticProps } from '../../../parts/legacy-paths';

export const getStaticPaths = () => ({ paths: [], fallback: true });
