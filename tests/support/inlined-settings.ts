import { inlinedSettings } from '../../candor/inlined-settings';

// What a build with our own settings inlines.
Object.assign(globalThis, inlinedSettings({ siteName: 'Candor', icon: '/icon.svg' }, {}).everywhere);
