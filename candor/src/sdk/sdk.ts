import { hostname } from 'node:os';
import {
  createStackParser,
  linkedErrorsIntegration,
  rewriteFramesIntegration,
  type Client,
  type Event,
  type Integration,
  type StackFrame,
  type StackLineParser,
} from '#sentry/core';
import { nodeStackLineParser } from '#sentry/core/server';
import { BoundedMap } from '../shared/bounded-map.js';
import { moduleOfFile } from './frame-module.js';
import { startSdkClient, type SdkSettings } from './sdk-client.js';

/** Its events are what the SDK's Node client would make of the same errors. */
export async function startServerSdk(settings: SdkSettings): Promise<Client> {
  return startSdkClient({
    ...settings,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    serverName: process.env.SENTRY_NAME || hostname(),
    stackParser: createStackParser(remembering(nodeStackLineParser((file) => file && moduleOfFile(file)))),
    integrations: [
      linkedErrorsIntegration(),
      ...(await developmentIntegrations()),
      rewriteFramesIntegration({
        // The name in the uploaded source maps has no folder.
        iteratee: (frame) => ({ ...frame, filename: frame.filename?.replace(/^.*\/\.next(?=\/)/, 'app:///_next') }),
      }),
    ],
  });
}

const maxFrames = 1_000;

/** The same parser, which reads each frame once. */
function remembering([order, parse]: StackLineParser): StackLineParser {
  const frames = new BoundedMap<string, StackFrame>(maxFrames);
  const parseOnce = (line: string) => {
    const frame = frames.get(line) ?? parse(line);
    if (frame) frames.set(line, frame);
    return frame && { ...frame }; // The SDK changes it.
  };
  return [order, parseOnce];
}

/** Name the sources of stack frames before anything else renames them. */
async function developmentIntegrations(): Promise<Integration[]> {
  if (process.env.NODE_ENV !== 'development') return [];
  const { resolveDevelopmentFrames } = await import('../internals/development-frames.js');
  const processEvent = async (event: Event) => {
    await resolveDevelopmentFrames(event.exception?.values, `http://localhost:${process.env.PORT ?? 3000}`);
    return event;
  };
  return [{ name: 'DevelopmentFrames', processEvent }];
}
