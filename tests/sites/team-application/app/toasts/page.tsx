'use client';

import { toast as hotToast, Toaster as HotToaster } from 'react-hot-toast';
import { toast, Toaster } from 'sonner';
import { Page } from '../../parts/page';

export default function Toasts() {
  return (
    <Page title="Toasts">
      <Toaster />
      <HotToaster />
      <button onClick={() => toast('By sonner')}>Sonner</button>
      <button onClick={() => hotToast('By react-hot-toast')}>Hot</button>
    </Page>
  );
}
