import { Pool } from 'undici';

const { origin, pathname, search } = new URL(process.env.FORWARD_TO ?? 'http://unset.invalid');
const pool = new Pool(origin);

/** The least that a route of Next can do: it reads the body, forwards it, and responds with the receiver's status. */
export async function POST(request: Request): Promise<Response> {
  return new Response(null, { status: await forward(Buffer.from(await request.arrayBuffer())) });
}

function forward(body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 502;
    pool.dispatch(
      { path: pathname + search, method: 'POST', headers: { 'Content-Type': 'application/x-sentry-envelope' }, body },
      {
        onRequestStart() {},
        onResponseStart: (_, received) => void (status = received),
        onResponseData() {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}
