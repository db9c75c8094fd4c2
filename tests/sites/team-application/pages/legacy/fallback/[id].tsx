export { default, getStaticProps } from '../../../parts/legacy-paths';

export const getStaticPaths = () => ({ paths: [{ params: { id: 'built' } }], fallback: true });
