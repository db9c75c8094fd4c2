document.documentElement.dataset.widget = 'ran';
