import { hostname } from 'node:os';
import {
  createStackParser,
  linkedErrorsIntegration,
  rewriteFramesIntegration,
  type Client,
  type StackFrame,
  type StackLineParser,
} from '#sentry/core';
import { nodeStackLineParser } from '#sentry/core/server';
import { BoundedMap } from '../shared/bounded-map.js';
import { moduleOfFile } from './frame-module.js';
import { startSdkClient, type SdkSettings } from './sdk-client.js';

/** Its events are what the SDK's Node client would make of the same errors. */
export function startServerSdk(settings: SdkSettings): Client {
  return startSdkClient({
    ...settings,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    serverName: process.env.SENTRY_NAME || hostname(),
    stackParser: createStackParser(remembering(nodeStackLineParser((file) => file && moduleOfFile(file)))),
    integrations: [
      linkedErrorsIntegration(),
      rewriteFramesIntegration({
        // The name in the uploaded source maps has no folder. The development server finds a file by its path.
        iteratee: (frame) =>
          process.env.NODE_ENV === 'development'
            ? frame
            : { ...frame, filename: frame.filename?.replace(/^.*\/\.next(?=\/)/, 'app:///_next') },
      }),
    ],
  });
}

/** The same parser, which reads each frame once. */
function remembering([order, parse]: StackLineParser): StackLineParser {
  const frames = new BoundedMap<string, StackFrame>(1_000);
  const parseOnce = (line: string) => {
    const frame = frames.get(line) ?? parse(line);
    if (frame) frames.set(line, frame);
    return frame && { ...frame }; // The SDK changes it.
  };
  return [order, parseOnce];
}
