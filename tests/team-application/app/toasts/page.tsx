'use client';

import { toast as hotToast, Toaster as HotToaster } from 'react-hot-toast';
import { toast, Toaster } from 'sonner';
import { Mark } from '../../parts/mark';

export default function Toasts() {
  return (
    <main>
      <h1>Toasts</h1>
      <Toaster />
      <HotToaster />
      <button onClick={() => toast('By sonner')}>Sonner</button>
      <button onClick={() => hotToast('By react-hot-toast')}>Hot</button>
      <Mark />
    </main>
  );
}
