export const revalidate = 60;

export const generateStaticParams = () => [];

/** A handler whose response Next keeps, if it has one. */
export function GET(): Response {
  throw new Error('Failing: a cached handler threw.');
}
