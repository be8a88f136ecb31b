document.querySelector("main").textContent = "Tandem";
