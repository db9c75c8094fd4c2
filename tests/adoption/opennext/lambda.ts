import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { eventOf, sendResponse } from './function-url';
import { startRuntimeApi } from './runtime-api';

type Options = {
  /** What OpenNext has built. */
  built: string;
  /** The program of AWS's runtime client. */
  runtime: string;
  env: Record<string, string>;
};

/** When a response was sent whole, and when the function was frozen after it. */
type Turn = { path: string; respondedAt?: number; frozenAt?: number };

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Not root where the tests are: the function's folder is read-only, as on Lambda. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The folder of the function in what OpenNext has built. */
export const functionIn = (built: string) => join(built, 'server-functions/default');

/**
 * One execution environment of AWS Lambda behind an address of its own, with AWS's own runtime client: one request at a time, and
 * the process is stopped from the moment it asks for its next event until there is one. A process that has ended is started again
 * by the next request. Static files do not reach the function, as on CloudFront.
 */
export async function startLambda({ built, runtime, env }: Options) {
  const turns: Turn[] = [];
  let child: ChildProcess | undefined;
  let output = '';

  const api = await startRuntimeApi(freeze, () => child?.kill('SIGCONT'));

  function freeze(): void {
    child?.kill('SIGSTOP');
    const turn = turns.at(-1);
    if (turn) turn.frozenAt ??= Date.now();
  }

  function startFunction(): ChildProcess {
    const started = spawn(process.execPath, [runtime, 'index.handler'], {
      ...nobody,
      cwd: functionIn(built),
      env: {
        PATH: process.env.PATH,
        AWS_LAMBDA_FUNCTION_NAME: 'site',
        AWS_LAMBDA_RUNTIME_API: api.address,
        AWS_REGION: 'us-east-1',
        TZ: ':UTC',
        ...env,
      } as unknown as NodeJS.ProcessEnv, // Lambda sets no NODE_ENV.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    const end = () => void started.kill('SIGKILL');
    process.once('exit', end);
    started.once('exit', () => {
      process.off('exit', end);
      if (child === started) child = undefined;
      api.lose();
    });
    return started;
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const event = await eventOf(request);
    const turn: Turn = { path: request.url ?? '' };
    turns.push(turn);
    child ??= startFunction();
    api.invoke({
      event,
      responds: (given) =>
        void sendResponse(given, response).then(
          () => (turn.respondedAt = Date.now()),
          () => response.destroy(),
        ),
      failed: (error) => (response.headersSent ? response.destroy() : void response.writeHead(502).end(error)),
    });
  }

  const front = createServer(
    (request, response) => void sendFile(join(built, 'assets'), request, response, () => pass(request, response)),
  );
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');

  async function kill(): Promise<void> {
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    turns,
    output: () => output,
    /** Ends the process, frozen or not: Lambda sends no signal that it could handle. */
    kill,
    async stop(): Promise<void> {
      await kill();
      front.close();
      front.closeAllConnections();
      api.close();
    },
  };
}

export type Lambda = Awaited<ReturnType<typeof startLambda>>;

async function sendFile(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => Promise<void>,
): Promise<void> {
  const file = join(folder, normalize(new URL(request.url ?? '/', 'http://function').pathname));
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (request.method !== 'GET' || !isFile) return otherwise();
  response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}
