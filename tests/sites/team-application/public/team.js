(window.ran ||= []).push('file' + new URL(document.currentScript?.src ?? location.href).search);
