export const dynamic = 'force-static';

/** A document that Next did not write: its script is in no document of the build. */
export const GET = () =>
  new Response('<!doctype html><title>Own</title><h1>Own</h1><script>window.injected = true</script>', {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
