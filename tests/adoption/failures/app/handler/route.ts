export function POST() {
  throw new Error('adopted: route-handler');
}
