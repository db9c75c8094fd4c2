/** Whether this page hydrates: React writes a key of its own to the container, which is another one in each of Next's routers. */
export function isHydrated(): boolean {
  const containers: object[] = [document, document.getElementById('__next') ?? {}];
  return containers.some((container) => Object.keys(container).some((key) => key.startsWith('__reactContainer')));
}
