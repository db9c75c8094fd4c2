import { inlinedSettings } from '../../candor/inlined-settings';

// What a build with the default settings inlines.
Object.assign(globalThis, inlinedSettings({}, {}).everywhere);
