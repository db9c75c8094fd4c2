performance.mark('ours')
