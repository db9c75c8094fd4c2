/** A document that Next did not write. */
export const GET = () =>
  new Response('<!doctype html><title>Own</title><h1>Own</h1><script>window.own = true</script>', {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
