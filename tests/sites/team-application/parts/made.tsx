export function Made() {
  return <time suppressHydrationWarning>{new Date().toISOString()}</time>;
}
