/** A document that runs a script, if a browser takes it for one, sent as the type that the request names. */
export function GET(request: Request): Response {
  const { searchParams } = new URL(request.url);
  const headers = new Headers();
  for (const name of ['content-type', 'content-security-policy']) {
    const value = searchParams.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = new TextEncoder().encode('<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>');
  return new Response(body, { headers, status: Number(searchParams.get('status') ?? 200) });
}
